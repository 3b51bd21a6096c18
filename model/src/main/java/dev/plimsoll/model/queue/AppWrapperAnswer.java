package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.AppWrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of an AppWrapper: phase and conditions to the letter. Its queue is Kueue's.
 *
 * <p>Source: {@code github.com/project-codeflare/appwrapper/api/v1beta2/appwrapper_types.go}.
 */
public final class AppWrapperAnswer {
  private AppWrapperAnswer() {}

  /**
   * Returns the answer about a workload; empty if it is no AppWrapper.
   *
   * @param root the workload
   */
  public static QueueAnswer.Result of(Cluster cluster, ObjectReference root) {
    List<String> sentences = new ArrayList<>();
    if (root.kind().equals("AppWrapper")) {
      String who = "AppWrapper " + root.name();
      Optional<Workload> wrapper =
          cluster.find(
              Workload.class,
              root.namespace(),
              Workload.identity(AppWrapper.RESOURCE, root.name()));
      if (wrapper.isPresent()) {
        sentences.add(who + phase(wrapper.get()));
        for (Condition condition : wrapper.get().conditions()) {
          sentences.add(QueueAnswer.text(who, condition));
        }
      } else {
        boolean isRead = cluster.covers(AppWrapper.RESOURCE, root.namespace());
        sentences.add(who + (isRead ? " does not exist" : " was not read"));
      }
    }
    return new QueueAnswer.Result("CodeFlare", sentences, List.of());
  }

  private static String phase(Workload workload) {
    if (!(workload.details() instanceof AppWrapper wrapper)) {
      return " is of version " + workload.type().version() + ", whose phase is not known";
    }
    return wrapper.phase().isEmpty() ? " has no phase yet" : ": phase is " + wrapper.phase();
  }
}
