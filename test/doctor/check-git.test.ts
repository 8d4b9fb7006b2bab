import { describe, expect, it } from '@jest/globals';
import { gitFinding } from '../../src/doctor/check-git.ts';

describe('the git of this machine, as the doctor sees it (OPS-3, GH-7)', () => {
  it.each(['git version 2.38.0', 'git version 2.39.5 (Apple Git-154)', 'git version 2.100.1\n', 'git version 3.0.0'])(
    'finds nothing to mend in %j',
    (said) => {
      expect(gitFinding(said)).toEqual({
        part: 'Programs',
        grade: 'fine',
        said: `Node ${process.versions.node}, ${said.trim()}.`,
      });
    },
  );

  it.each(['git version 2.37.7', 'git version 1.90.0', 'git version 2.4.0', 'git from elsewhere'])(
    'says of %j that a base branch cannot be merged with it, and where to get a newer one',
    (said) => {
      const finding = gitFinding(said);
      expect(finding).toMatchObject({ grade: 'mend', said: expect.stringContaining(`This is ${said}.`) });
      expect(finding.said).toContain('needs git 2.38 or newer');
      expect(finding.todo).toContain('apt-get install git');
    },
  );

  it('says how to get one where there is none', () => {
    expect(gitFinding(null)).toMatchObject({ grade: 'mend', todo: 'sudo apt-get install git' });
  });
});
