package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * The questions about the pods of a replay: at a pod's creation and then hourly until it starts. A
 * pod that starts at once raises no question. Of a gang one pod is asked about. The first tenth of
 * the pods raises none, because nothing has ended. The later half raises none, because demand ends
 * with the last pod, which nobody could know. Whether a pod is asked about doesn't depend on when
 * it starts: otherwise an estimate of a long wait could only be wrong.
 */
final class Questions {
  private static final Duration AGAIN = Duration.ofHours(1);

  private Questions() {}

  static List<Question> all(Scenario scenario, List<Run> runs) {
    List<Submission> submissions = scenario.submissions();
    Instant from = submissions.get(submissions.size() / 10).created();
    Instant to = submissions.get(submissions.size() / 2).created();
    List<Question> questions = new ArrayList<>();
    Set<Gang> gangs = new HashSet<>();
    List<Run> byName =
        runs.stream().sorted(Comparator.comparing((Run r) -> r.pod().key())).toList();
    for (Run run : byName) {
      Optional<Gang> gang = Gang.of(run.pod());
      if (gang.isEmpty() || gangs.add(gang.get())) {
        for (Instant at = run.created(); at.isBefore(run.started()); at = at.plus(AGAIN)) {
          if (at.isAfter(from) && at.isBefore(to)) {
            questions.add(new Question(run.pod().key(), at));
          }
        }
      }
    }
    return questions;
  }

  /** Returns some of the questions, at random. */
  static List<Question> sample(List<Question> all, int size, long seed) {
    List<Question> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(seed));
    return List.copyOf(shuffled.subList(0, Math.min(size, shuffled.size())));
  }
}
