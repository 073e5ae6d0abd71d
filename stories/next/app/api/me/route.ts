import { cookies } from 'next/headers';
import { visitor } from '../../visitor';

export async function GET() {
  const session = (await cookies()).get('session')?.value;
  return Response.json(session === 'hunter2' ? visitor : { id: '0', name: 'stranger' });
}
