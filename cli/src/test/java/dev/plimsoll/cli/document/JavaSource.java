package dev.plimsoll.cli.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a source in Java says in its comments. */
public final class JavaSource {
  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern TAG = Pattern.compile("\\{@\\w+\\s[^}]*}|`[^`]*`");
  private static final Pattern BLOCK = Pattern.compile("(?m)^\\s*@\\w+.*", Pattern.DOTALL);

  private static final Pattern GO_FILE = Pattern.compile("\\{@code ([^}]+\\.go)}");

  /** A text over one or several lines: literals that are added up. */
  private static final Pattern LITERALS =
      Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\n]|\\\\.)*\")*");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
  private static final int WORDS_OF_A_TEXT = 4;

  private JavaSource() {}

  /** Returns the sources of all modules of the project, without those of tests. */
  public static List<Path> all(Path project) {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(project)) {
      for (Path folder :
          modules
              .map(m -> m.resolve("src/main/java"))
              .filter(Files::isDirectory)
              .sorted()
              .toList()) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.filter(f -> f.toString().endsWith(".java")).sorted().forEach(sources::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(sources);
  }

  /** Returns the first sentence of each of a source's Javadocs. */
  public static List<Sentence> firstSentences(Path project, Path source) {
    try {
      String text = Files.readString(source);
      List<Sentence> found = new ArrayList<>();
      for (MatchResult javadoc : JAVADOC.matcher(text).results().toList()) {
        String words = javadoc.group(1).replaceAll("(?m)^\\s*\\* ?", "");
        words = TAG.matcher(BLOCK.matcher(words).replaceAll("")).replaceAll(Sentence.CODE);
        int line = 1 + Math.toIntExact(text.substring(0, javadoc.start()).lines().count());
        String place = project.relativize(source) + ":" + line;
        Sentence.of(place, words.replaceAll("<[^>]+>", " ")).stream()
            .findFirst()
            .ifPresent(found::add);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the files in Go that a source's Javadocs name, each once. */
  public static Set<String> goFiles(Path source) {
    try {
      return JAVADOC
          .matcher(Files.readString(source))
          .results()
          .map(javadoc -> javadoc.group(1).replaceAll("\\s*\n\\s*\\* ?", " "))
          .flatMap(text -> GO_FILE.matcher(text).results())
          .map(file -> file.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the sentences of a source's literals that are texts: four words or more. */
  public static List<Sentence> texts(Path project, Path source) {
    try {
      String java = Files.readString(source);
      List<Sentence> found = new ArrayList<>();
      for (MatchResult literals : LITERALS.matcher(java).results().toList()) {
        String text =
            LITERAL
                .matcher(literals.group())
                .results()
                .map(literal -> literal.group(1))
                .collect(Collectors.joining());
        int line = 1 + Math.toIntExact(java.substring(0, literals.start()).lines().count());
        Sentence.of(project.relativize(source) + ":" + line, text).stream()
            .filter(sentence -> sentence.words() >= WORDS_OF_A_TEXT)
            .forEach(found::add);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
