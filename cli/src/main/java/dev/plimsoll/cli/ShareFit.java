package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.PodFit;
import java.util.Optional;

/**
 * How many of the copies that quota and nodes take pass the extender, one after the other.
 *
 * @param passing how many pass
 * @param hold why the next one is held, if it is
 */
record ShareFit(int passing, Optional<PodHold> hold) {
  static ShareFit of(PodHolds holds, Pod pod, PodFit podFit) {
    if (!podFit.isKnown()) {
      return new ShareFit(0, Optional.empty());
    }
    PodHolds.Sequence sequence = holds.start();
    int passing = 0;
    while (passing < podFit.running()) {
      Optional<PodHold> hold = sequence.next(pod);
      if (hold.isPresent()) {
        return new ShareFit(passing, hold);
      }
      passing++;
    }
    return new ShareFit(passing, Optional.empty());
  }

  /** Returns the answer with what shares say, where they hold a copy. */
  JsonObject in(JsonObject report) {
    hold.ifPresent(
        h -> {
          report.addProperty("running", passing);
          report.addProperty("stops", h.domain().isPresent() ? "DOMAIN" : "SHARE");
          report.addProperty("passing", passing);
          report.addProperty("hold", text(h));
        });
    return report;
  }

  /** Returns why a copy is held, with its amounts. */
  static String text(PodHold hold) {
    return hold.notes().stream().findFirst().map(n -> hold.text() + ": " + n).orElse(hold.text());
  }
}
