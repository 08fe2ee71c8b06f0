import { ProgressLocation, type window } from 'vscode';
import { replaceInWindow } from './windowMember.ts';

/** A notification under progress, as Roomside asked for it. */
export interface ProgressNotice {
  /** What it says now, links included. */
  text: string;
  isOver: boolean;
}

type WithProgress = typeof window.withProgress;

/** Watches the notifications under progress during each test of a `describe`; VS Code shows them all the same. */
export function useProgressNotices(): () => readonly ProgressNotice[] {
  let notices: ProgressNotice[] = [];
  let restore: () => void = () => undefined;
  beforeEach(() => {
    notices = [];
    restore = replaceInWindow('withProgress', (original): WithProgress => {
      return (options, task) => {
        if (options.location !== ProgressLocation.Notification) return original(options, task);
        const notice: ProgressNotice = { text: options.title ?? '', isOver: false };
        notices.push(notice);
        const showing = original(options, (progress, token) => {
          const report: typeof progress.report = (step) => {
            notice.text = step.message ?? notice.text;
            progress.report(step);
          };
          return task({ report }, token);
        });
        const end = (): void => {
          notice.isOver = true;
        };
        showing.then(end, end);
        return showing;
      };
    });
  });
  afterEach(() => restore());
  return () => notices;
}
