package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.ApiOutage;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Logs once that answers lack a kind, and once that they no longer do. While the API server answers
 * nothing, that is the line, not each kind.
 */
final class LackedKindLog {
  private static final System.Logger LOG = System.getLogger(LackedKindLog.class.getName());

  private final String kind;
  private final BooleanSupplier isOutage;
  private final BiConsumer<System.Logger.Level, String> lines;
  private Optional<String> told = Optional.empty();

  LackedKindLog(String kind) {
    this(kind, ApiOutage::isAnyOn, LOG::log);
  }

  LackedKindLog(
      String kind, BooleanSupplier isOutage, BiConsumer<System.Logger.Level, String> lines) {
    this.kind = kind;
    this.isOutage = isOutage;
    this.lines = lines;
  }

  void lacks(String sentence) {
    if (!told.equals(Optional.of(sentence)) && !isOutage.getAsBoolean()) {
      told = Optional.of(sentence);
      lines.accept(System.Logger.Level.WARNING, sentence);
    }
  }

  void lacksNothing() {
    if (told.isPresent()) {
      told = Optional.empty();
      lines.accept(System.Logger.Level.INFO, kind + ": answers no longer lack this kind");
    }
  }
}
