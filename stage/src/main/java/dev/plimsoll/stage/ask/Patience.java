package dev.plimsoll.stage.ask;

import dev.plimsoll.testkit.plane.Await;
import java.time.Duration;
import java.time.Instant;

/** Asks again until the answer is good, or the time is over. */
public final class Patience {
  /** Gives the answer as it is now. */
  @FunctionalInterface
  public interface Look {
    Answer now() throws Exception;
  }

  private Patience() {}

  public static Answer ask(Duration time, Look look) throws Exception {
    Instant begin = Instant.now();
    Answer answer = look.now();
    while (!answer.ok() && Instant.now().isBefore(begin.plus(time))) {
      Await.pause();
      Await.pause();
      answer = look.now();
    }
    long seconds = Duration.between(begin, Instant.now()).toSeconds();
    return new Answer(
        answer.ok(), answer.text() + (answer.ok() ? " (" : " (waited ") + seconds + " s)");
  }
}
