package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.server.tls.KeyedCertificate;
import dev.plimsoll.server.tls.Pem;
import dev.plimsoll.server.tls.SelfSigned;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A role as the manifests have it.
 *
 * @param configuration its configuration file, relative to the manifests
 * @param deployment the file with its Deployment
 * @param account the token of its account in a control plane of the tests
 */
record ShippedRole(String configuration, String deployment, String account) {
  static final List<ShippedRole> ALL =
      List.of(
          of("control-plane/serve.yaml", "control-plane", "extender-account"),
          of("second-scheduler/serve.yaml", "second-scheduler", "scheduler-account"),
          of("admission/serve.yaml", "admission", "admission-account"),
          of("admission/cert-manager/serve.yaml", "admission", "admission-account"),
          of("console/serve.yaml", "console", "console-account"),
          of("advisor/watch/base/advisor.yaml", "advisor/watch/base", "advisor-account"));

  private static final Pattern PORT = Pattern.compile("port: (\\d+)");

  private static ShippedRole of(String configuration, String folder, String account) {
    return new ShippedRole(configuration, folder + "/deployment.yaml", account);
  }

  /** A role that runs, and its ports by those of the manifests. */
  record Running(PlimsollProcess process, Map<Integer, Integer> ports) implements AutoCloseable {
    @Override
    public void close() {
      process.close();
    }
  }

  /** Starts its command line with its configuration, on ports that are free. */
  Running start(Path folder, Path kubeconfig) throws IOException {
    Path own = Files.createDirectory(folder.resolve(toString().replace('/', '-')));
    Map<Integer, Integer> ports = new TreeMap<>();
    String text =
        PORT.matcher(Files.readString(file()))
            .replaceAll(
                port ->
                    "port: "
                        + ports.computeIfAbsent(
                            Integer.valueOf(port.group(1)), p -> Program.freePort()))
            .replace("/etc/plimsoll-tls/", writeCertificate(own) + "/");
    Path file = Files.writeString(own.resolve(file().getFileName()), text + cluster(kubeconfig));
    List<String> words =
        isAdvisor()
            ? List.of(
                "advise",
                "--watch",
                "--config=" + file,
                "@" + ManifestFiles.FOLDER.resolve("advisor/watch/post/arguments"))
            : List.of("serve", "--config=" + file);
    return new Running(PlimsollProcess.start(own, List.of(), words.toArray(String[]::new)), ports);
  }

  private Path file() {
    return ManifestFiles.FOLDER.resolve(configuration);
  }

  private boolean isAdvisor() {
    return configuration.startsWith("advisor");
  }

  private static String cluster(Path kubeconfig) {
    return "\ncluster:\n  kubeconfig: " + kubeconfig + "\n";
  }

  private static Path writeCertificate(Path folder) throws IOException {
    KeyedCertificate made = SelfSigned.create().current();
    Path unusedKey = Files.writeString(folder.resolve("tls.key"), Pem.write(made.key()));
    for (String file : List.of("tls.crt", "ca.crt")) {
      Path unused = Files.writeString(folder.resolve(file), Pem.write(made.chain()));
    }
    return folder;
  }

  /** Returns the number of a port that one of the pod's containers names. */
  int port(String name) {
    JsonObject pod =
        ManifestFiles.read(ManifestFiles.FOLDER.resolve(deployment)).stream()
            .flatMap(o -> JsonPaths.object(o, "spec", "template", "spec").stream())
            .findFirst()
            .orElseThrow();
    List<JsonObject> containers = new ArrayList<>(JsonPaths.objects(pod, "initContainers"));
    containers.addAll(JsonPaths.objects(pod, "containers"));
    return containers.stream()
        .flatMap(c -> JsonPaths.objects(c, "ports").stream())
        .filter(p -> JsonPaths.text(p, "name").equals(name))
        .map(p -> p.get("containerPort").getAsInt())
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return configuration;
  }
}
