package dev.plimsoll.cli;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.model.patch.ShellWords;
import java.util.List;
import java.util.Locale;

/** The command that an administrator runs to show a tenant the whole cluster. */
final class AdministratorRequest {
  /** The ClusterRole that comes with Plimsoll's manifests. */
  static final String ROLE = "plimsoll-viewer";

  private AdministratorRequest() {}

  /** Returns it in one sentence with the command. */
  static String text(ClusterAccess access) {
    String user = LiveCluster.currentUser(access).orElse("NAME");
    String binding = "plimsoll-" + user.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-");
    return "to see more, send an administrator: "
        + ShellWords.join(
            List.of(
                "kubectl",
                "create",
                "clusterrolebinding",
                binding,
                "--clusterrole=" + ROLE,
                "--user=" + user));
  }
}
