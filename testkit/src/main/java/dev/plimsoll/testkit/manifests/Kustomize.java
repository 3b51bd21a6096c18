package dev.plimsoll.testkit.manifests;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The real Kustomize: the program kustomize, or the one built into kubectl.
 *
 * @param command what builds the folder that is given as one more argument
 */
public record Kustomize(List<String> command) {
  /** The name of its file. */
  public static final String FILE = "kustomization.yaml";

  /** Why nothing is built where there is none. */
  public static final String MISSING =
      "there is no Kustomize 4.1 or newer here, so manifests/ was not built by it: put kustomize"
          + " or kubectl 1.21 or newer on the PATH, into the folder that KUBEBUILDER_ASSETS names,"
          + " or into target/kubectl";

  private static final Optional<Kustomize> FOUND = find();

  public Kustomize {
    command = List.copyOf(command);
  }

  /** Returns the installed Kustomize if it is recent enough. */
  public static Optional<Kustomize> installed() {
    return FOUND;
  }

  private static Optional<Kustomize> find() {
    Path downloaded = ManifestFiles.FOLDER.resolveSibling("target").resolve("kubectl");
    List<Path> folders = new ArrayList<>();
    Stream.of("KUBEBUILDER_ASSETS", "PATH")
        .map(variable -> System.getenv().getOrDefault(variable, ""))
        .flatMap(paths -> Arrays.stream(paths.split(java.io.File.pathSeparator)))
        .filter(path -> !path.isEmpty())
        .forEach(path -> folders.add(Path.of(path)));
    folders.add(downloaded);
    for (Path folder : folders) {
      for (List<String> words :
          List.of(List.of("kustomize", "build"), List.of("kubectl", "kustomize"))) {
        Path program = folder.resolve(words.get(0));
        Kustomize candidate = new Kustomize(List.of(program.toString(), words.get(1)));
        if (Files.isExecutable(program) && candidate.isRecent()) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }

  /** Components are what older ones don't know. */
  private boolean isRecent() {
    try {
      return run(ManifestFiles.FOLDER.resolve("suspended-work")).exitCode() == 0;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /**
   * Returns the objects of a folder, with the names that they get.
   *
   * @throws IllegalStateException as Kustomize says it, if there is something wrong with the folder
   */
  public List<JsonObject> build(Path folder) {
    Run run = run(folder);
    if (run.exitCode() != 0) {
      throw new IllegalStateException(folder + ": " + run.errors());
    }
    return ManifestFiles.parse(run.output());
  }

  private record Run(int exitCode, String output, String errors) {}

  private Run run(Path folder) {
    try {
      Path output = Files.createTempFile("kustomize", ".yaml");
      Path errors = Files.createTempFile("kustomize", ".txt");
      try {
        List<String> words = new ArrayList<>(command);
        words.add(folder.toString());
        int exitCode =
            new ProcessBuilder(words)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start()
                .waitFor();
        return new Run(exitCode, Files.readString(output), Files.readString(errors));
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
