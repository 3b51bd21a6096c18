package dev.plimsoll.stage.node;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The images of the stage. This project's image comes from a release's file, or else from the
 * build; kube-scheduler comes from the control plane's folder. Other images aren't run.
 */
public final class Images {
  private static final Path HOST = Path.of("/");

  /** The jar of the build, where stage/inside has bound its folder to. */
  private static final String JAR = "/run/plimsoll-stage/plimsoll.jar";

  private static final Map<String, String> HOST_PATH = Map.of("PATH", "/usr/bin:/bin");

  private final Image plimsoll;
  private final Image scheduler;
  private final String origin;

  private Images(Image plimsoll, Image scheduler, String origin) {
    this.plimsoll = plimsoll;
    this.scheduler = scheduler;
    this.origin = origin;
  }

  /**
   * Finds the images.
   *
   * @param project the folder of the project
   * @param programs the folder of the control plane's programs
   * @param work an empty folder to unpack an image to
   */
  public static Images find(Path project, Path programs, Path work)
      throws IOException, InterruptedException {
    Image scheduler =
        new Image(HOST, List.of(programs.resolve("kube-scheduler").toString()), "/", HOST_PATH);
    Optional<Path> file = releasedImage(project);
    return file.isPresent()
        ? new Images(unpacked(file.get(), work), scheduler, "image " + file.get().getFileName())
        : new Images(built(), scheduler, "the jar of the build, in the machine's own files");
  }

  private static Optional<Path> releasedImage(Path project) throws IOException {
    for (String folder : List.of("target/files", "target/quickly/files")) {
      Path files = project.resolve("release").resolve(folder);
      if (Files.isDirectory(files)) {
        try (Stream<Path> all = Files.list(files)) {
          Optional<Path> image = all.filter(it -> it.toString().endsWith("-image.tar")).findFirst();
          if (image.isPresent()) {
            return image;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Image unpacked(Path file, Path work) throws IOException, InterruptedException {
    Path layers = Files.createDirectories(work.resolve("layers"));
    Path root = Files.createDirectories(work.resolve("root"));
    Shell.require("tar", "-xf", file.toString(), "-C", layers.toString());
    JsonObject manifest =
        JsonParser.parseString(Files.readString(layers.resolve("manifest.json")))
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject();
    for (String layer : JsonPaths.strings(manifest, "Layers")) {
      Shell.require(
          "tar", "-xf", layers.resolve(layer).toString(), "-C", root.toString(), "--no-same-owner");
    }
    JsonObject config =
        JsonPaths.parse(Files.readString(layers.resolve(JsonPaths.text(manifest, "Config"))));
    Map<String, String> environment =
        JsonPaths.strings(config, "config", "Env").stream()
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    return new Image(
        root,
        JsonPaths.strings(config, "config", "Entrypoint"),
        JsonPaths.text(config, "config", "WorkingDir"),
        environment);
  }

  private static Image built() {
    List<String> entrypoint =
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseParallelGC",
            "-XX:MaxRAMPercentage=70",
            "-XX:+ExitOnOutOfMemoryError",
            "-jar",
            JAR);
    return new Image(HOST, entrypoint, "/", HOST_PATH);
  }

  /** Returns the image that a container runs; empty if its pods aren't run. */
  Optional<Image> of(JsonObject container) {
    String image = JsonPaths.text(container, "image");
    if (image.contains("/kube-scheduler:")) {
      return Optional.of(scheduler);
    }
    return image.contains("plimsoll") ? Optional.of(plimsoll) : Optional.empty();
  }

  /** Returns whether a pod is run: whether its first container's image is one of these. */
  boolean run(JsonObject pod) {
    return JsonPaths.objects(pod, "spec", "containers").stream().allMatch(it -> of(it).isPresent());
  }

  /** Returns the command of a container: a command replaces the image's, arguments are added. */
  static List<String> command(Image image, JsonObject container) {
    List<String> command = JsonPaths.strings(container, "command");
    List<String> arguments = JsonPaths.strings(container, "args");
    // kube-scheduler's image has it on the path.
    boolean named = !command.isEmpty() && image.entrypoint().get(0).endsWith("/" + command.get(0));
    if (named || command.isEmpty()) {
      List<String> rest = named ? command.subList(1, command.size()) : List.<String>of();
      return Stream.of(image.entrypoint(), rest, arguments).flatMap(List::stream).toList();
    }
    return Stream.concat(command.stream(), arguments.stream()).toList();
  }

  /** Returns where the image of this project comes from. */
  public String origin() {
    return origin;
  }
}
