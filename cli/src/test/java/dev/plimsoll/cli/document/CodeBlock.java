package dev.plimsoll.cli.document;

import java.util.ArrayList;
import java.util.List;

/**
 * A block of code in a document.
 *
 * @param document the document's name
 * @param line the line of the document in which it begins, from 1
 * @param language what the fence says; empty if it says nothing, or if the block is indented
 * @param text its lines
 */
public record CodeBlock(String document, int line, String language, String text) {
  private static final String PROMPT = "$ ";

  /**
   * Returns what is typed in it: after prompts, or, where it has none and is a block of {@code sh},
   * each line.
   */
  public List<ShellCommand> commands() {
    List<String> lines = text.replaceAll("\\\\\\R *", "").lines().toList();
    boolean prompts = lines.stream().anyMatch(l -> l.startsWith(PROMPT));
    List<ShellCommand> commands = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(PROMPT)) {
        List<String> output =
            lines.subList(i + 1, lines.size()).stream()
                .takeWhile(l -> !l.startsWith(PROMPT))
                .toList();
        commands.add(new ShellCommand(lines.get(i).substring(PROMPT.length()), output));
      } else if (!prompts && language.equals("sh") && !lines.get(i).isBlank()) {
        commands.add(new ShellCommand(lines.get(i).strip(), List.of()));
      }
    }
    return List.copyOf(commands);
  }

  /** Returns where it is, as in a compiler's message. */
  public String place() {
    return document + ":" + line;
  }
}
