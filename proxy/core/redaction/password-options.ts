/** Options of one letter that give a password to a program. */
interface PasswordOption {
  readonly letter: string;
  /** Letters of options without a value, which may precede this option: `-sSb`. */
  readonly flags?: string;
  /** Its long name. */
  readonly long?: string;
  /** The names of the programs, as a pattern. */
  readonly programs: string;
  /** A text with this command contains one of these words. */
  readonly needs: readonly string[];
  /** See `SecretShape`. */
  readonly example: string;
  /** `-p` alone asks for the password, or means something else: only `-pPASSWORD` gives it. */
  readonly isAttached?: boolean;
  /** A pattern for the beginning of a value, where other words are possible, too. */
  readonly value?: string;
}

export const PASSWORD_OPTIONS: readonly PasswordOption[] = [
  {
    letter: 'a',
    programs: 'redis-cli|valkey-cli|keydb-cli',
    needs: ['redis-cli', 'valkey-cli', 'keydb-cli'],
    example: 'redis-cli -h db -a «⟦x12⟧» ping',
  },
  {
    letter: 'w',
    flags: 'AcCIkKLMnNQtuvVxZ',
    programs: 'ldap(?:search|modify|modrdn|add|delete|whoami|passwd|compare|exop)',
    needs: ['ldap'],
    example: 'ldapsearch -x -w «⟦x12⟧» uid=bob',
  },
  {
    letter: 'b',
    flags: '#01246aBfgGiIjJklLMnNOpqRsSvVZ',
    long: '--cookie',
    programs: 'curl',
    needs: ['curl'],
    example: 'curl -b «sid=⟦x20⟧» https://example.com',
    value: String.raw`[\w.-]+=(?!\$)`, // a cookie; `-b FILE` has no `=`
  },
  {
    letter: 'p',
    programs: '(?:mysql|mariadb)[\\w-]*',
    needs: ['mysql', 'mariadb'],
    example: 'mysql -u bob -p«⟦x12⟧» app',
    isAttached: true,
  },
  {
    letter: 'p',
    programs: 'mongo(?:sh|dump|restore|export|import|stat|top|files)?',
    needs: ['mongo'],
    example: 'mongosh -u bob -p «⟦x12⟧»',
  },
  { letter: 'p', programs: 'sshpass', needs: ['sshpass'], example: 'sshpass -p «⟦x12⟧» ssh bob@example.com' },
  {
    letter: 'p',
    programs: 'cqlsh|rdesktop|evil-winrm|netexec|crackmapexec',
    needs: ['cqlsh', 'rdesktop', 'winrm', 'exec'],
    example: 'cqlsh -u bob -p «⟦x12⟧»',
  },
  {
    letter: 'p',
    programs: '7z[ar]?|7zz|rar|unrar',
    needs: ['7z ', '7za ', '7zr ', '7zz ', 'rar '],
    example: '7z x -p«⟦x12⟧» backup.7z',
    isAttached: true,
    value: String.raw`(?=\w*\d)\S{6}`, // six characters and more, and a digit
  },
  { letter: '[PN]', programs: 'ssh-keygen', needs: ['ssh-keygen'], example: 'ssh-keygen -t ed25519 -N «⟦x12⟧»' },
  {
    letter: 'P',
    programs: 'sqlcmd|bcp|osql|isql|tsql|ipmitool|mosquitto_(?:pub|sub|rr)|zip|unzip',
    needs: ['sqlcmd', 'bcp', 'sql ', 'ipmitool', 'mosquitto', 'zip '],
    example: 'sqlcmd -U bob -P «⟦x12⟧»',
  },
];

/** The option as a pattern, up to its value. */
export const optionPattern = ({ letter, flags, long }: Pick<PasswordOption, 'letter' | 'flags' | 'long'>): string =>
  `(?:-${flags === undefined ? '' : `[${flags}]*`}${letter}${long === undefined ? '' : `|${long}`})`;
