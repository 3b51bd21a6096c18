package dev.plimsoll.cli.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What makes a sentence hard to read: its length, and turns of phrase that have to be read twice.
 * CONTRIBUTING.md has the rules in words.
 */
public final class PlainEnglish {
  /** The most words of a sentence outside tables. */
  public static final int LONGEST_SENTENCE = 35;

  /** The most words of a table's sentence: reference tables have lists of names. */
  public static final int LONGEST_TABULAR_SENTENCE = 60;

  /** The most words of the first sentence of a Javadoc. */
  public static final int LONGEST_FIRST_SENTENCE = 25;

  /** A turn of phrase, and what to write instead. */
  private record Turn(Pattern pattern, String instead) {
    static Turn of(String regex, String instead) {
      return new Turn(Pattern.compile(regex), instead);
    }
  }

  private static final List<Turn> TURNS =
      List.of(
          Turn.of("(?i)\\banew\\b", "again"),
          Turn.of("(?i)\\bbut for\\b", "except"),
          Turn.of("(?i)\\bbesides\\b", "also, other than"),
          Turn.of("(?i)(?<!neither .{0,60})\\bnor\\b", "and … not"),
          Turn.of("(?i)\\b(of (which|whom)|to whom|for whom)\\b", "a second sentence"),
          Turn.of("(?i)\\bas (there|here)\\b", "the noun"),
          Turn.of("(?i)\\b(come|comes|came) to (more|less|\\d|the same)\\b", "is"),
          Turn.of("(?i)\\b(stand|stands|stood) (in|beside|before|against|on)\\b", "is"),
          Turn.of("(?i)\\b(is|are|was|were|isn't|aren't) told\\b", "who says it"),
          Turn.of("(?i)\\b(let|lets|letting) (\\w+ )?(pass|by)\\b", "accept, allow"),
          Turn.of("(?i)\\bpass(es|ed|ing)? (\\S+ ){0,3}by\\b", "bypass, overtake"),
          Turn.of("(?i)\\bso many\\b", "the number"),
          Turn.of("(?i)\\bfor as long\\b", "the duration"),
          Turn.of("(?i)\\b(ones?|those|that) (that|which|who|whose|of which)\\b", "the noun"),
          Turn.of("(?i)\\b(whoever|whatever|whosoever|whichever)\\b", "the noun"),
          Turn.of("(?i)\\bit (is|isn't|was) (known|said|not known|not said)\\b", "who knows it"),
          Turn.of("(?i)\\b(is|are) said (of|to|so|that|by|there)\\b", "who says it"),
          Turn.of("(?i)\\b(go|goes|went) on\\b", "continue"),
          Turn.of("(?i)\\b(unless|not)\\b[^.;:,]*\\b(unless|without)\\b", "one negation"),
          Turn.of("\\b[Nn]ot un\\w+able\\b", "one negation"),
          Turn.of("\\bthat\\b[^.;]*\\bthat\\b[^.;]*\\bthat\\b", "two sentences"),
          Turn.of(
              "^(Makes|Returns|Gives|Tells|Says|Keeps) (one|those|what|whom|whose|by what)\\b",
              "the noun"),
          Turn.of("\\b1 (are|were|have|nodes|pods|GPUs)\\b", "1 … is"),
          Turn.of("^(What|Who) (\\S+ ){7,}\\S+\\.$", "subject, verb, object"),
          Turn.of("(,|;) (what|who) (\\w+n't|may)\\b", "the noun"),
          Turn.of(
              "^(Makes the \\w+ unmodifiable|The (kind|plural))\\.$", "nothing: the code says so"));

  /** Turns of phrase of a Javadoc's first sentence, which people read without its context. */
  private static final List<Turn> FIRST_TURNS =
      List.of(
          Turn.of("^(What|Who|Whom|Whose)\\b(?!-)", "the noun"),
          Turn.of("\\bthe same(?=[,.;:]|$)", "the noun"),
          Turn.of("\\bany more\\b(?! than)", "what is true now"),
          Turn.of(", since\\b", "because"));

  private PlainEnglish() {}

  /** Returns what is wrong with a Javadoc's first sentence; it has to be shorter than others. */
  public static List<String> firstFindings(Sentence sentence) {
    List<String> findings = new ArrayList<>(findings(sentence));
    if (sentence.words() > LONGEST_FIRST_SENTENCE) {
      findings.add(
          "%s (%d words, at most %d)"
              .formatted(sentence, sentence.words(), LONGEST_FIRST_SENTENCE));
    }
    addTurns(FIRST_TURNS, sentence, findings);
    return findings;
  }

  /** Returns what is wrong with a sentence, each with its place; empty if it is plain. */
  public static List<String> findings(Sentence sentence) {
    List<String> findings = new ArrayList<>();
    int longest = sentence.tabular() ? LONGEST_TABULAR_SENTENCE : LONGEST_SENTENCE;
    if (sentence.words() > longest) {
      findings.add("%s (%d words, at most %d)".formatted(sentence, sentence.words(), longest));
    }
    addTurns(TURNS, sentence, findings);
    return findings;
  }

  private static void addTurns(List<Turn> turns, Sentence sentence, List<String> findings) {
    for (Turn turn : turns) {
      Matcher matcher = turn.pattern().matcher(sentence.text());
      if (matcher.find()) {
        findings.add("%s (\"%s\": write %s)".formatted(sentence, matcher.group(), turn.instead()));
      }
    }
  }
}
