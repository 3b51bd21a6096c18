package dev.plimsoll.extender.waking;

import dev.plimsoll.extender.decision.Decisions;
import dev.plimsoll.extender.decision.Held;
import dev.plimsoll.extender.placement.Hold;
import java.util.List;
import java.util.function.Supplier;

/** Says of the pods that are held back why they are. */
record HeldNotes(Decisions decisions) implements Supplier<List<Note>> {
  @Override
  public List<Note> get() {
    return decisions.held().stream().map(HeldNotes::note).toList();
  }

  private static Note note(Held held) {
    return new Note(
        held.pod(), reason(held.hold().cause()), true, held.hold().text(), held.times());
  }

  private static String reason(Hold.Cause cause) {
    return switch (cause) {
      case QUOTA -> "HeldAtQuota";
      case SHARE -> "HeldAtShare";
    };
  }
}
