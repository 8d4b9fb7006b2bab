import { describeSandboxes } from '../contracts/sandboxes.ts';
import { image, newId, sandboxesOf } from './rig.ts';

describeSandboxes('containers', async () => {
  const instance = newId();
  return { sandboxes: sandboxesOf(instance), others: sandboxesOf(instance), image };
});
