import { Boundary } from './Boundary';
import { FirstProfile } from './people/FirstProfile';
import { People } from './people/People';

export default function Home() {
  return (
    <>
      <h1>People</h1>
      <Boundary name="people">
        <People />
      </Boundary>
      <h2>First in the list</h2>
      <Boundary name="the profile">
        <FirstProfile />
      </Boundary>
    </>
  );
}
