import assert from 'node:assert/strict';
import { riskyFileName } from '../../../../src/core/secrets/secretScanner.ts';

describe('riskyFileName', () => {
  const risky = {
    environment: ['.env', '.env.local', 'a/b/.env.production', 'prod.env', '.envrc', 'C:\\app\\.env'],
    key: [
      ...['id_rsa', 'id_ed25519', '/home/me/.ssh/id_ecdsa', 'server.pem', 'server.KEY', 'store.p12', 'a.pfx', 'b.ppk'],
      'c.jks',
    ],
    credentials: [
      ...['.npmrc', '.netrc', '_netrc', '.pypirc', '.pgpass', '.git-credentials', 'kubeconfig', '.kube/config'],
      ...['.aws/credentials', '.docker/config.json', 'prod.tfvars', 'secrets.yaml'],
    ],
    undefined: [
      ...['.env.example', 'env.sample', 'environment.ts', 'id_rsa.pub', 'keys.ts', 'config', 'src/config.json'],
      ...['monkey', 'index.ts'],
    ],
  };
  for (const [risk, names] of Object.entries(risky)) {
    it(`classifies names as ${risk}`, () => {
      for (const name of names) assert.equal(String(riskyFileName(name)), risk, name);
    });
  }
});
