package dev.plimsoll.stage.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A script that comes with this class. */
enum Script {
  CONTAINER("container");

  private final String name;
  private final Path file;

  Script(String name) {
    this.name = name;
    this.file = copied();
  }

  private Path copied() {
    try (InputStream in = Script.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("There is no script " + name + ".");
      }
      Path copy = Files.createTempFile(name, ".sh");
      Files.write(copy, in.readAllBytes());
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file() {
    return file;
  }
}
