package dev.plimsoll.cli.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A command as it stands in a document.
 *
 * @param line the command line
 * @param output the lines that are shown below it
 */
public record ShellCommand(String line, List<String> output) {
  private static final Pattern WORD =
      Pattern.compile("[|<>;&#].*|(?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\|<>;&])+");

  public ShellCommand {
    output = List.copyOf(output);
  }

  /** Returns the words of the first program of the line, without quotes. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    for (MatchResult match : WORD.matcher(line).results().toList()) {
      if (match.group().matches("[|<>;&#].*")) {
        break;
      }
      words.add(match.group().replaceAll("['\"]", ""));
    }
    return List.copyOf(words);
  }

  /** Returns whether it runs {@code plimsoll}, however that was installed. */
  public boolean isPlimsoll() {
    return line.matches("(\\./|kubectl )?plimsoll( .*)?");
  }

  /** Returns the words after {@code plimsoll}. */
  public List<String> arguments() {
    List<String> words = words();
    return words.subList(words.get(0).equals("kubectl") ? 2 : 1, words.size());
  }
}
