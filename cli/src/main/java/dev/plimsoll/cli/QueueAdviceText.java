package dev.plimsoll.cli;

import dev.plimsoll.advisor.queue.QueueAdvice;
import dev.plimsoll.advisor.queue.QueueAdvice.NominalQuota;
import dev.plimsoll.model.patch.ShellWords;
import java.util.List;

/** Nominal quotas of ClusterQueues as commands of kubectl, with comments. */
final class QueueAdviceText {
  private QueueAdviceText() {}

  static String text(QueueAdvice advice) {
    StringBuilder text = new StringBuilder();
    for (NominalQuota each : advice.quotas()) {
      comment(
          text,
          "ClusterQueue %s (tenant %s), flavor %s, %s: nominal %s -> %s; %s reserved, %s waiting"
              .formatted(
                  each.queue().name(),
                  each.tenant(),
                  each.now().key().flavor(),
                  each.now().key().resource(),
                  each.now().nominal(),
                  each.proposed(),
                  each.reserved(),
                  each.waiting()));
    }
    advice.notes().forEach(n -> comment(text, "note: " + n));
    if (advice.changes().isEmpty()) {
      comment(text, "Nothing is to change.");
    }
    advice
        .patches()
        .forEach(
            (queue, patch) ->
                text.append(
                        ShellWords.join(
                            List.of(
                                "kubectl",
                                "patch",
                                "clusterqueues.kueue.x-k8s.io",
                                queue,
                                "--type=json",
                                "-p",
                                patch.toString())))
                    .append('\n'));
    return text.toString();
  }

  private static void comment(StringBuilder text, String line) {
    text.append("# ").append(line.replaceAll("\\p{Cntrl}", " ")).append('\n');
  }
}
