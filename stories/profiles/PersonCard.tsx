import type { ReactElement } from 'react';
import type { Profile } from '../resources/Profile.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';

/** One profile with all its fields. */
export function PersonCard({ profile }: { profile: Profile }): ReactElement {
  return (
    <Card title="Profile" aside={<code>pk {profile.pk()}</code>}>
      <div className="person">
        <Avatar name={profile.fullName} large />
        <h3>{profile.fullName}</h3>
        <p>{profile.bio}</p>
      </div>
    </Card>
  );
}
