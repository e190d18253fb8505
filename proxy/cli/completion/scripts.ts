/** Completion scripts. They call `acptap __complete`, so that they fit every later release. */
export const completionScripts = {
  bash: String.raw`# acptap completion for bash: eval "$(acptap completion bash)" in ~/.bashrc
_acptap() {
  local cur line word quoted joins before=
  local -i n=0
  local words=()
  for word in "${'$'}{COMP_WORDS[@]:1:COMP_CWORD}"; do # readline splits has:finding
    if [[ n -gt 0 && ( $word == : || $joins ) ]]; then words[n-1]+=$word; else words[n++]=$word; fi
    if [[ $word == : ]]; then joins=1; else joins=; fi
  done
  cur=${'$'}{words[n-1]}
  case $cur in
    [\"\']*) quoted=1 cur=${'$'}{cur#?} ;;
    *) cur=${'$'}{cur//\\/}
       if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then before=${'$'}{cur%:*}:; fi ;;
  esac
  words[n-1]=$cur
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default 2>/dev/null ||
        while IFS= read -r line; do COMPREPLY+=("$(printf %q "$line")"); done < <(compgen -f -- "$cur") ;;
      :programs) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -c -- "$cur") ;;
      *)
        line=${'$'}{line%%$'\t'*}
        line=${'$'}{line#"$before"}
        if [[ $line == *: ]]; then compopt -o nospace 2>/dev/null; fi
        if [[ $quoted ]]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf %q "$line")"); fi ;;
    esac
  done < <(acptap __complete -- "${'$'}{words[@]}" 2>/dev/null </dev/null)
}
complete -F _acptap acptap
`,
  zsh: String.raw`#compdef acptap
# acptap completion for zsh: source <(acptap completion zsh) in ~/.zshrc, after compinit
_acptap() {
  local line value files programs
  local -a values shown fields about given=("${'$'}{(@Q)words[2,CURRENT]}")
  given[-1]=${'$'}{given[-1]#[\"\']}
  while IFS= read -r line; do
    case $line in
      :files) files=1 ;;
      :programs) programs=1 ;;
      *)
        value=${'$'}{line%%$'\t'*} line=${'$'}{line//$'\t'/  }
        if [[ $value == *: ]]; then fields+=("$value") about+=("$line"); else values+=("$value") shown+=("$line"); fi ;;
    esac
  done < <(acptap __complete -- "${'$'}{given[@]}" 2>/dev/null </dev/null)
  (( ${'$'}{#values} )) && compadd -l -d shown -a values
  (( ${'$'}{#fields} )) && compadd -l -S '' -d about -a fields
  [[ -n $programs ]] && _command_names -e
  [[ -n $files ]] && _files
  return 0
}
if [[ $funcstack[1] == _acptap ]]; then _acptap "$@"; else compdef _acptap acptap; fi
`,
  fish: String.raw`# acptap completion for fish: acptap completion fish > ~/.config/fish/completions/acptap.fish
function __acptap_complete
    set -l words (commandline -opc)
    set -l cur (commandline -ct | string replace -r '^["\']' '' | string unescape)
    for line in (acptap __complete -- $words[2..-1] "$cur" 2>/dev/null </dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$cur"
            case ':programs'
                __fish_complete_command
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c acptap -f -a '(__acptap_complete)'
`,
} as const;
