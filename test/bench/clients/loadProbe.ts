import { createRequire } from 'node:module';
import { measure } from '../meter.ts';

// A new process that requires one file, as the extension host does, and reports the cost.
process.once('message', async ({ modulePath, loadedBefore }: { modulePath: string; loadedBefore: string[] }) => {
  const require = createRequire(modulePath);
  for (const name of loadedBefore) require(name);
  const { value, figures } = await measure(async () => require(modulePath));
  const exportCount = Object.keys(value).length;
  process.send?.({ figures, distinctIds: exportCount }, () => process.exit(0));
});
