package dev.plimsoll.model.patch;

import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words of a command line, quoted for a POSIX shell where they need it. */
public final class ShellWords {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWords() {}

  /** Returns the words as one line that a shell takes apart into just these. */
  public static String join(Collection<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }

  /** Returns the word as it is if it is plain, else in single quotes. */
  public static String quote(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
