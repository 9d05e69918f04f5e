package io.github.swipestorm.cli;

import io.github.swipestorm.client.registry.EnumLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Scripts that make a shell complete commands, options, values and files, generated from the commands themselves. They
 * are self-contained, as a shell cannot wait for a JVM at each Tab.
 */
public enum CompletionScript {
    /** For bash 4.4 or newer. */
    BASH {
        @Override
        public String of(CommandSpec root) {
            StringBuilder cases = new StringBuilder();
            for (CommandSpec command : all(root)) {
                cases.append("  '").append(command.qualifiedName()).append("')\n");
                cases.append("    commands='")
                        .append(String.join(" ", command.subcommands().keySet()))
                        .append("'\n    options='")
                        .append(options(command)
                                .flatMap(option -> Stream.of(option.names()))
                                .collect(Collectors.joining(" ")))
                        .append("'\n    arguments='")
                        .append(command.positionalParameters().stream()
                                .map(Values::of)
                                .map(CompletionScript::bash)
                                .collect(Collectors.joining()))
                        .append("'\n    case $option in\n");
                options(command)
                        .filter(option -> option.arity().max() > 0)
                        .forEach(option -> cases.append("    ")
                                .append(String.join("|", option.names()))
                                .append(") values='")
                                .append(bash(Values.of(option)))
                                .append("' ;;\n"));
                cases.append("    esac\n    ;;\n");
            }
            return """
                # Completes swipestorm in bash: . swipestorm.bash
                _swipestorm() {
                  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
                  local command=swipestorm word commands options arguments values=- i
                  # Readline takes --option=value for three words.
                  if [[ $current == = ]]; then
                    current=
                  elif [[ $option == = ]]; then
                    option=${COMP_WORDS[COMP_CWORD - 2]}
                  fi
                  for ((i = 1; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    case "$command $word" in
                    PATHS) command="$command $word" ;;
                    esac
                  done
                  case $command in
                CASES  esac
                  COMPREPLY=()
                  local prefix=
                  if [[ $values == - && $current == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
                    return
                  fi
                  [[ $values != - ]] || values="$commands$arguments"
                  case $values in
                  /files) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
                  /directories) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
                  ,*)
                    [[ $current != *,* ]] || prefix=${current%,*},
                    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "${values:1}" -- "${current##*,}")
                    ;;
                  *) mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current") ;;
                  esac
                }
                complete -F _swipestorm swipestorm
                """.replace(
                            "PATHS",
                            paths(root).stream().map(path -> "'" + path + "'").collect(Collectors.joining(" | ")))
                    .replace("CASES", cases);
        }
    },
    /** For zsh 5. */
    ZSH {
        @Override
        public String of(CommandSpec root) {
            StringBuilder text = new StringBuilder("""
                #compdef swipestorm
                # Completes swipestorm in zsh: put it into a directory of $fpath, or run: . _swipestorm
                """);
            all(root).forEach(command -> text.append(zshFunction(command)));
            return text.append("""

                if [ "$funcstack[1]" = _swipestorm ]; then
                  _swipestorm "$@"
                else
                  compdef _swipestorm swipestorm
                fi
                """).toString();
        }

        private String zshFunction(CommandSpec command) {
            List<String> lines = new ArrayList<>();
            options(command).forEach(option -> lines.add(zshOption(option)));
            boolean group = !command.subcommands().isEmpty();
            if (group) {
                lines.add("'1: :->command'");
                lines.add("'*:: :->arguments'");
            }
            command.positionalParameters()
                    .forEach(one -> lines.add(
                            (one.arity().max() > 1 ? "'*:" : "'" + (one.index().min() + 1) + ":")
                                    + quoted(one.paramLabel()) + zsh(Values.of(one)) + "'"));
            String text = "\n" + zshName(command) + "() {\n"
                    + (group ? "  local line state\n" : "")
                    + "  _arguments -s -S" + (group ? " -C" : "") + " \\\n    " + String.join(" \\\n    ", lines)
                    + "\n";
            if (!group) {
                return text + "}\n";
            }
            String described = command.subcommands().entrySet().stream()
                    .map(below -> "      '" + below.getKey() + ":"
                            + quoted(CommandHelp.summary(below.getValue().getCommandSpec())) + "'\n")
                    .collect(Collectors.joining());
            String cases = command.subcommands().entrySet().stream()
                    .map(below -> "    " + below.getKey() + ") "
                            + zshName(below.getValue().getCommandSpec()) + " ;;\n")
                    .collect(Collectors.joining());
            return text + "  case $state in\n  command)\n    local -a commands=(\n" + described
                    + "    )\n    _describe command commands\n    ;;\n  arguments)\n    case $line[1] in\n" + cases
                    + "    esac\n    ;;\n  esac\n}\n";
        }

        private String zshName(CommandSpec command) {
            return "_" + command.qualifiedName("_");
        }

        private String zshOption(OptionSpec option) {
            boolean value = option.arity().max() > 0;
            String names = Stream.of(option.names())
                    .map(name -> "'" + name + (!value ? "" : name.startsWith("--") ? "=" : "+") + "'")
                    .collect(Collectors.joining(","));
            boolean one = option.names().length == 1;
            String excluded = one ? "" : "'(" + String.join(" ", option.names()) + ")'";
            // An optional value has a second colon.
            String values = !value
                    ? ""
                    : (option.arity().min() == 0 ? "::" : ":") + quoted(option.paramLabel()) + zsh(Values.of(option));
            return excluded + (one ? names : "{" + names + "}") + "'[" + quoted(meaning(option)) + "]" + values + "'";
        }

        private String zsh(Values values) {
            return ":"
                    + switch (values.kind()) {
                        case NONE -> " ";
                        case FILES -> "_files";
                        case DIRECTORIES -> "_files -/";
                        case ONE -> "(" + values.spaced() + ")";
                        case LIST -> "_sequence compadd - " + values.spaced();
                    };
        }

        private String quoted(String text) {
            return text.replace("'", "'\\''")
                    .replace("[", "\\[")
                    .replace("]", "\\]")
                    .replace(":", "\\:");
        }
    },
    /** For fish 3. */
    FISH {
        @Override
        public String of(CommandSpec root) {
            StringBuilder text =
                    new StringBuilder("# Completes swipestorm in fish: put it into ~/.config/fish/completions\n"
                            + "complete -c swipestorm -f\n");
            for (CommandSpec command : all(root)) {
                String condition = "complete -c swipestorm -n '" + condition(command) + "'";
                command.subcommands()
                        .forEach((name, below) -> text.append(condition)
                                .append(" -a ")
                                .append(name)
                                .append(" -d '")
                                .append(quoted(CommandHelp.summary(below.getCommandSpec())))
                                .append("'\n"));
                options(command).forEach(option -> {
                    text.append(condition);
                    Stream.of(option.names())
                            .forEach(name -> text.append(
                                    name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1)));
                    text.append(option.arity().min() > 0 ? fish(Values.of(option)) : "")
                            .append(" -d '")
                            .append(quoted(meaning(option)))
                            .append("'\n");
                });
                command.positionalParameters()
                        .forEach(one -> text.append(condition)
                                .append(fish(Values.of(one)).replace(" -x", "").replace(" -r", ""))
                                .append('\n'));
            }
            return text.toString();
        }

        /** A group's own names are offered until one of them is present. */
        private String condition(CommandSpec command) {
            List<String> words = new ArrayList<>(List.of(command.qualifiedName().split(" ")));
            words.remove(0);
            List<String> conditions = words.stream()
                    .map(word -> "__fish_seen_subcommand_from " + word)
                    .collect(Collectors.toCollection(ArrayList::new));
            if (!command.subcommands().isEmpty()) {
                conditions.add("not __fish_seen_subcommand_from "
                        + String.join(" ", command.subcommands().keySet()));
            }
            return String.join("; and ", conditions);
        }

        private String fish(Values values) {
            return switch (values.kind()) {
                case NONE -> " -x";
                case FILES -> " -r -F";
                case DIRECTORIES -> " -x -a '(__fish_complete_directories)'";
                case ONE -> " -x -a '" + values.spaced() + "'";
                case LIST -> " -x -a '(__fish_append , " + values.spaced() + ")'";
            };
        }

        private String quoted(String text) {
            return text.replace("\\", "\\\\").replace("'", "\\'");
        }
    };

    private final String word = EnumLabels.of(this);

    /** The script for a command and all its subcommands. */
    public abstract String of(CommandSpec root);

    @Override
    public String toString() {
        return word;
    }

    /** What an option or an argument may be completed with. */
    private record Values(Kind kind, List<String> candidates) {

        enum Kind {
            NONE,
            FILES,
            DIRECTORIES,
            ONE,
            LIST
        }

        static Values of(ArgSpec argument) {
            List<String> candidates = argument.completionCandidates() == null
                    ? List.of()
                    : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                            .toList();
            if (!candidates.isEmpty()) {
                return new Values(argument.splitRegex().isEmpty() ? Kind.ONE : Kind.LIST, candidates);
            }
            String label = argument.paramLabel();
            return new Values(
                    label.equals("DIR")
                            ? Kind.DIRECTORIES
                            : label.equals("FILE") || label.equals("PLAN.YAML") ? Kind.FILES : Kind.NONE,
                    List.of());
        }

        String spaced() {
            return String.join(" ", candidates);
        }
    }

    private static String bash(Values values) {
        return switch (values.kind()) {
            case NONE -> "";
            case FILES -> "/files";
            case DIRECTORIES -> "/directories";
            case ONE -> values.spaced();
            case LIST -> "," + values.spaced();
        };
    }

    private static List<CommandSpec> all(CommandSpec command) {
        List<CommandSpec> found = new ArrayList<>(List.of(command));
        command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .forEach(below -> found.addAll(all(below)));
        return found;
    }

    private static List<String> paths(CommandSpec root) {
        return all(root).stream().skip(1).map(CommandSpec::qualifiedName).toList();
    }

    private static Stream<OptionSpec> options(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden());
    }

    /** The first part of an option's description: a list of completions has one line for each. */
    private static String meaning(OptionSpec option) {
        String whole = String.join(" ", option.description()).replace("%%", "%");
        return whole.split("(?<=\\w\\w)[.;:] | \\(default| \\(not|\\.$", 2)[0];
    }
}
