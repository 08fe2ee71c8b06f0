import { parse } from 'yaml';
import { projectText } from '../../project/projectFiles.ts';

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly command: string;
  readonly stop_grace_period: string;
  readonly secrets: readonly string[];
  readonly user: string;
  readonly volumes?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<'broker-1' | 'broker-2' | 'redis' | 'proxy', Service>>;
}

/** The services of docker/compose.yaml. */
export const { services } = parse(projectText('docker/compose.yaml')) as ComposeFile;
/** Where the compose file mounts the secrets. */
export const secretFolder = '/run/secrets';
