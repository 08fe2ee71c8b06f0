import { commandList, optionList } from './commands.ts';

/** For each shell the script that completes commands and options. The shell completes the names of files by itself. */
export const completions: ReadonlyMap<string, () => string> = new Map(Object.entries({ bash, zsh, fish }));

function bash(): string {
  const commands = commandList.map(({ name }) => name);
  const options = optionList.map(({ name }) => `--${name}`);
  return `_roomside() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  [ "$COMP_CWORD" = 1 ] && words='${commands.join(' ')}'
  case $word in -*) words='${options.join(' ')}' ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _roomside roomside`;
}

function zsh(): string {
  const commands = commandList.map(({ name, what }) => quoted(`${name}:${what()}`));
  const options = optionList.map(({ name, short, use, what }) => {
    const rest = quoted(`[${what().replaceAll(/[\\\]]/g, '\\$&')}]${use ? `:${use}: ` : ''}`);
    return short === undefined ? `--${name}${rest}` : `'(-${short} --${name})'{-${short},--${name}}${rest}`;
  });
  return `#compdef roomside
_roomside_commands() {
  local -a list=(${commands.join(' ')})
  _describe command list
}
_arguments '1:command:_roomside_commands' '*:file:_files' ${options.join(' ')}`;
}

function fish(): string {
  const commands = commandList.map(
    ({ name, what }) => `complete -c roomside -n __fish_use_subcommand -f -a ${name} -d ${quoted(what())}`,
  );
  const options = optionList.map(
    ({ name, short, use, what }) =>
      `complete -c roomside -l ${name}${short ? ` -s ${short}` : ''}${use ? ' -x' : ''} -d ${quoted(what())}`,
  );
  return [...commands, ...options].join('\n');
}

/** In each of these shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
