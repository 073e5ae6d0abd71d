import { Boundary } from '../../Boundary';
import { ProfileText } from '../ProfileText';

export default async function Person({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <>
      <h1>Profile</h1>
      <Boundary name="the profile">
        <ProfileText id={id} />
      </Boundary>
    </>
  );
}
