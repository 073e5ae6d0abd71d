import { Me } from './Me';

export default function MePage() {
  return (
    <>
      <h1>Me</h1>
      <Me />
    </>
  );
}
