package dev.plimsoll.console;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Files that are part of the program. */
final class ProgramFiles {
  private ProgramFiles() {}

  static byte[] read(String name) {
    try (InputStream in = ProgramFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("not part of the program: " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String property(String name, String key) {
    Properties properties = new Properties();
    try {
      properties.load(new ByteArrayInputStream(read(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty(key, "");
  }
}
