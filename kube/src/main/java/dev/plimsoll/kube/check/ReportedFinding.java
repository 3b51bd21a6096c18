package dev.plimsoll.kube.check;

import dev.plimsoll.kube.file.FileLocation;
import dev.plimsoll.model.check.Effect;
import dev.plimsoll.model.check.FindingLevel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A finding with its place.
 *
 * @param effect what kind of effect it is
 * @param level how bad it is
 * @param rule the reason in one word
 * @param object the affected object as {@code kind/name}, with its namespace if it has one
 * @param position where the deciding field stands; absent if no manifest has the object
 * @param field the deciding field, empty for the object as a whole
 * @param pods how many pods it concerns
 * @param message one sentence
 * @param details the API server's or the scheduler's words, and what else is known
 * @param remedies what would help, the author's own first
 */
public record ReportedFinding(
    Effect effect,
    FindingLevel level,
    String rule,
    String object,
    Optional<FileLocation> position,
    String field,
    int pods,
    String message,
    List<String> details,
    List<ReportedRemedy> remedies) {
  private static final int DIGITS = 32;

  public ReportedFinding {
    details = List.copyOf(details);
    remedies = List.copyOf(remedies);
  }

  /** Returns an identity that is the same while the finding moves in its file. */
  public String fingerprint() {
    String text = String.join("\n", effect.name(), rule, object, field);
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns whether it is certain. */
  public boolean isKnown() {
    return effect != Effect.Unknown;
  }

  /** Returns the message with the details, one a line. */
  public String text() {
    return details.isEmpty() ? message : message + "\n" + String.join("\n", details);
  }
}
