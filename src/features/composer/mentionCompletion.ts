import {
  type CancellationToken,
  CompletionItem,
  CompletionItemKind,
  type CompletionItemProvider,
  CompletionList,
  l10n,
  Range,
} from 'vscode';
import type { Person } from '../../core/api/resources.ts';
import { delay } from '../../core/base/clock.ts';
import { dropOldest } from '../../core/base/dropOldest.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { mentionPrefix, mentionText } from '../../core/drafts/draftText.ts';
import type { Services } from '../../host/services.ts';

type MentionPorts = Pick<Services, 'connection' | 'drafts' | 'clock' | 'log'>;

const debounceMs = 250;
const maxPeople = 20;
const maxCachedQueries = 100;

/** Results by account and query; the oldest are dropped first. */
type PeopleCache = Map<string, readonly Person[]>;

/** Completes `@` with people of the service [A20] and, in group rooms, with `@all`. */
export function mentionCompletion(ports: MentionPorts): CompletionItemProvider {
  const cache: PeopleCache = new Map();
  return {
    async provideCompletionItems(document, position, token) {
      const prefix = mentionPrefix(document.lineAt(position.line).text.slice(0, position.character));
      if (prefix === undefined) return undefined;
      const draft = await ports.drafts.find(document.uri);
      if (draft === undefined || !(await ports.drafts.isOfActiveAccount(draft))) return undefined;
      const { query } = prefix;
      const { accountId, room } = draft;
      const people = query === '' ? [] : await findPeople(ports, cache, { accountId, query }, token);
      const range = new Range(position.with({ character: prefix.start }), position);
      const items = people.flatMap((person, index) => personItem(person, index, { range, filterText: `@${query}` }));
      if (room.type !== 'direct' && 'all'.startsWith(query.toLowerCase())) items.push(mentionAllItem(range));
      // Incomplete: the service searches again for each character.
      return new CompletionList(items, true);
    },
  };
}

async function findPeople(
  { clock, connection, log }: MentionPorts,
  cache: PeopleCache,
  { accountId, query }: { readonly accountId: string; readonly query: string },
  token: CancellationToken,
): Promise<readonly Person[]> {
  const key = `${accountId} ${query.toLowerCase()}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const abort = new AbortController();
  const cancelling = token.onCancellationRequested(() => abort.abort());
  try {
    await delay(clock, debounceMs, abort.signal);
    const client = await connection.client(accountId);
    const pages = client.listPeople({ displayName: query, max: maxPeople }, abort.signal);
    const found = (await pages.next()).value?.items ?? [];
    cache.set(key, found);
    dropOldest(cache, maxCachedQueries);
    return found;
  } catch (error) {
    // No notification while the user types: the message can be sent without a mention.
    if (!isCancelled(error)) log.warn(`people could not be searched: ${error}`);
    return [];
  } finally {
    cancelling.dispose();
  }
}

function personItem(
  person: Person,
  index: number,
  place: Pick<CompletionItem, 'range' | 'filterText'>,
): CompletionItem[] {
  const insertText = mentionText(person);
  if (insertText === undefined) return [];
  const [email = ''] = person.emails ?? [];
  const label = displayTitle(person.displayName || email || person.id);
  const item = new CompletionItem({ label, description: displayTitle(email) }, CompletionItemKind.User);
  return [Object.assign(item, { ...place, insertText, sortText: String(index).padStart(3, '0') })];
}

function mentionAllItem(range: Range): CompletionItem {
  const description = l10n.t('everyone in the room');
  const item = new CompletionItem({ label: '@all', description }, CompletionItemKind.User);
  return Object.assign(item, { range, insertText: '<@all>', filterText: '@all', sortText: 'all' });
}
