import type { Meta, StoryObj } from '@storybook/react-vite';
import { useRef, useState, type ReactElement } from 'react';
import { useQuery, useStore, useSuspense } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { getSurvey } from './getSurvey.ts';
import { DEPTHS, KILOMETRES, Sample, sampleAt } from './Sample.ts';
import './survey.css';
import { SurveyMap } from './SurveyMap.tsx';

const description =
  'Each pixel is an entity. Warm a reach, then open devtools with the button in the corner: “Entities” lists all ' +
  'samples, a value that you edit there changes its pixel, and “Timeline” brings the picture back to any commit.';

/** How far a warm inflow reaches, km. */
const REACH = 24;

function Survey(): ReactElement {
  const store = useStore();
  useSuspense(getSurvey);
  const [chosen, setChosen] = useState(() => sampleAt(120, 60));
  const inflows = useRef(0);

  const warm = (): void => {
    // Golden-angle steps: inflows do not fall on each other.
    const from = Math.floor((KILOMETRES - REACH) * ((0.3 + 0.618 * inflows.current++) % 1));
    const samples = Array.from({ length: REACH * DEPTHS }, (_, at) => {
      const [km, depth] = [from + (at % REACH), Math.floor(at / REACH)];
      const id = sampleAt(km, depth);
      const heat = 6 * Math.sin((Math.PI * (km - from + 0.5)) / REACH) * Math.exp(-depth / 70);
      const { celsius } = store.get(Sample, { id })!;
      return { id, celsius: Math.round((celsius + heat) * 10) / 10 };
    });
    store.set([Sample], samples);
  };

  return (
    <Card
      title="River survey"
      aside={
        <button type="button" className="button" onClick={warm}>
          Warm a reach
        </button>
      }
    >
      <SurveyMap onChoose={setChosen} />
      <Place id={chosen} />
    </Card>
  );
}

/** The sample that was chosen on the map. */
function Place({ id }: { id: string }): ReactElement {
  const sample = useQuery(Sample, { id });
  return (
    <dl className="survey-place">
      <div>
        <dt>Place</dt>
        <dd>km {sample?.km}</dd>
      </div>
      <div>
        <dt>Depth</dt>
        <dd>{((sample?.depth ?? 0) / 10).toFixed(1)} m</dd>
      </div>
      <div>
        <dt>Temperature</dt>
        <dd>{sample?.celsius.toFixed(1)} °C</dd>
      </div>
    </dl>
  );
}

const meta: Meta<typeof Survey> = {
  title: 'Devtools/River survey',
  component: Survey,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'River survey' };
