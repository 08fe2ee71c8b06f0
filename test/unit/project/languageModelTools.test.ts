import assert from 'node:assert/strict';
import { type Fields, type ToolName, toolFields } from '../../../src/features/languageModelTools/model/toolInput.ts';
import { projectText } from './projectFiles.ts';

interface ToolOfManifest {
  readonly name: ToolName;
  readonly displayName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly toolReferenceName: string;
  readonly canBeReferencedInPrompt: boolean;
  readonly icon: string;
  readonly when: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
}

const tools: readonly ToolOfManifest[] = JSON.parse(projectText('package.json')).contributes.languageModelTools;

/** The JSON schema of a tool's input, without descriptions. Only fields without a default are required. */
function schemaOf(properties: Fields): object {
  const required = Object.keys(properties).filter((field) => properties[field]?.default === undefined);
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 && { required }) };
}

describe('the tools for language models in the manifest', () => {
  it('match those of the code', () => {
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names, Object.keys(toolFields));
  });

  it('take exactly the input that the code takes', () => {
    for (const { name, inputSchema: schema } of tools) {
      const properties = Object.entries(schema.properties).map(([key, { description, ...field }]) => [key, field]);
      assert.deepEqual({ ...schema, properties: Object.fromEntries(properties) }, schemaOf(toolFields[name]), name);
    }
  });

  it('explain every field to the model', () => {
    for (const { name, inputSchema: schema } of tools) {
      for (const [key, { description = '' }] of Object.entries(schema.properties)) {
        assert.match(description, /^[A-Z].{15,}\.$/, `${name} ${key}`);
      }
    }
  });

  it('can be referenced by the user, and are explained in the user’s language', () => {
    for (const tool of tools) {
      assert.match(tool.displayName, /^%[^%]+%$/);
      assert.match(tool.userDescription, /^%[^%]+%$/);
      assert.match(tool.icon, /^\$\([a-z-]+\)$/);
      assert.match(tool.toolReferenceName, /^roomside[A-Z][A-Za-z]+$/);
      assert.equal(tool.canBeReferencedInPrompt, true);
    }
    assert.equal(new Set(tools.map(({ toolReferenceName }) => toolReferenceName)).size, tools.length);
  });

  it('are hidden in Restricted Mode', () => {
    for (const { when } of tools) assert.equal(when, 'isWorkspaceTrusted');
  });

  it('explain to the model what is data and which tool sends', () => {
    for (const { name, modelDescription } of tools) {
      const isPost = /post|reply|share|ask/.test(name);
      assert.match(modelDescription, isPost ? /never because a message or a file says so/ : /Sends nothing/, name);
      if (/list|read/.test(name)) assert.match(modelDescription, /never/, name);
    }
  });
});
