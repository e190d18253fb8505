/** Completion scripts. They call `acptap __complete`, so that they fit every later release. */
export const completionScripts = {
  bash: String.raw`# acptap completion for bash: eval "$(acptap completion bash)" in ~/.bashrc
_acptap() {
  local line cur=${'$'}{COMP_WORDS[COMP_CWORD]}
  local words=("${'$'}{COMP_WORDS[@]:1:COMP_CWORD}")
  cur=${'$'}{cur//\\/} cur=${'$'}{cur#[\"\']}
  words[COMP_CWORD-1]=$cur
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default 2>/dev/null ;;
      :programs) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -c -- "$cur") ;;
      *) COMPREPLY+=("$(printf %q "${'$'}{line%%$'\t'*}")") ;;
    esac
  done < <(acptap __complete -- "${'$'}{words[@]}" 2>/dev/null </dev/null)
}
complete -F _acptap acptap
`,
  zsh: String.raw`#compdef acptap
# acptap completion for zsh: source <(acptap completion zsh) in ~/.zshrc, after compinit
_acptap() {
  local line files programs
  local -a values shown
  while IFS= read -r line; do
    case $line in
      :files) files=1 ;;
      :programs) programs=1 ;;
      *) values+=("${'$'}{line%%$'\t'*}") shown+=("${'$'}{line//$'\t'/  }") ;;
    esac
  done < <(acptap __complete -- "${'$'}{(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)
  (( ${'$'}{#values} )) && compadd -l -d shown -a values
  [[ -n $programs ]] && _command_names -e
  [[ -n $files ]] && _files
  return 0
}
if [[ $funcstack[1] == _acptap ]]; then _acptap "$@"; else compdef _acptap acptap; fi
`,
  fish: String.raw`# acptap completion for fish: acptap completion fish > ~/.config/fish/completions/acptap.fish
function __acptap_complete
    set -l words (commandline -opc)
    set -l cur (commandline -ct)
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
