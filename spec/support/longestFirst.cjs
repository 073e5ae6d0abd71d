const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Suites that take longest, the longest first. On a fresh machine Jest does not know how long suites take and starts the larger files
 * first; these small ones would run alone at the end, with the other core idle.
 */
const longest = [
  'spec/model/offline/ruleDefects.spec.ts',
  'spec/model/offline/defects.spec.ts',
  'spec/model/defects/defects.spec.ts',
  'spec/model/persist/defects.spec.ts',
  'spec/model/histories.spec.ts',
  'spec/leak/leak.spec.ts',
  'spec/browser/site.spec.ts',
  'spec/browser/stories.spec.ts',
  'spec/http/rest/url.property.spec.ts',
  'spec/browser/phone.spec.ts',
  'spec/faults/faultServer.spec.ts',
];

module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ path }) => {
      const at = longest.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
      return at < 0 ? longest.length : at;
    };
    const sorted = await super.sort(tests);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
};
