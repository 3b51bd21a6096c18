package dev.plimsoll.kube.live;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The environment of the process.
 *
 * @param variables the environment variables
 * @param home the user's home folder
 * @param serviceAccount where a pod finds its service account
 */
record Environment(Map<String, String> variables, Path home, Path serviceAccount) {

  static Environment ofProcess() {
    return new Environment(
        System.getenv(),
        Path.of(System.getProperty("user.home", "/")),
        Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
  }

  boolean isPod() {
    return !variable("KUBERNETES_SERVICE_HOST").isEmpty()
        && !variable("KUBERNETES_SERVICE_PORT").isEmpty()
        && Files.isRegularFile(serviceAccount.resolve("token"));
  }

  String variable(String name) {
    return variables.getOrDefault(name, "");
  }
}
