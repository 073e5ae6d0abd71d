import { Boundary } from '../Boundary';
import { Rain } from './Rain';

export default function RainPage() {
  return (
    <>
      <h1>Rain</h1>
      <Boundary name="rain">
        <Rain />
      </Boundary>
    </>
  );
}
