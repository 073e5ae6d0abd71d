import { runLeakScript } from './runLeakScript.ts';

/** `npm run test:leak` runs ten times as many cycles. */
jest.setTimeout(3_600_000);

describe('the measurement', () => {
  it('finds objects that stay', async () => {
    const { output, code } = await runLeakScript('controlScenarios.ts');
    expect(output).toMatch(/^nothing: .* ok$/m);
    expect(output).toMatch(/^an object per cycle: .* stay$/m);
    expect(output).toMatch(/^a subscriber per ten cycles: .* stay$/m);
    expect(code).toBe(1);
  });
});

describe.each(['storeScenarios.ts', 'liveScenarios.ts', 'reactScenarios.tsx'])('%s', (script) => {
  it('leave nothing in the store and at most 16 bytes per cycle in the heap', async () => {
    const { output, code } = await runLeakScript(script);
    expect(output).toMatch(/^\d+ scenarios of \d+ cycles, 0 leak$/m);
    expect(code).toBe(0);
  });
});
