package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** Opens a file and detects whether it is gzip, JSON or YAML. */
final class DocumentReader {
  private static final int BUFFER = 1 << 16;

  private DocumentReader() {}

  static void read(Path path, ObjectSink sink) {
    String file = path.toString();
    try (InputStream raw = open(path)) {
      read(raw, file, sink);
    } catch (IOException e) {
      throw new InputException(file + " can't be read: " + sentence(e));
    }
  }

  /** Opens a file, or a pipe, in which what {@link Files} opens can't tell what is available. */
  private static InputStream open(Path path) throws IOException {
    return Files.isRegularFile(path)
        ? Files.newInputStream(path)
        : new FileInputStream(path.toFile());
  }

  static void read(InputStream raw, String file, ObjectSink sink) throws IOException {
    try (InputStream in = unzipped(raw)) {
      if (DocumentFormat.of(in) == DocumentFormat.JSON) {
        JsonDocuments.read(in, file, sink);
      } else {
        YamlDocuments.read(utf8(in), file, sink);
      }
    } catch (EOFException e) {
      throw new InputException(file + " is truncated (unexpected end of file); copy it again.");
    } catch (ZipException e) {
      throw new InputException(file + " is not correct gzip: " + e.getMessage() + ".");
    } catch (CharacterCodingException e) {
      throw new InputException(file + " is not UTF-8 text. Is it a dump of a cluster?");
    }
  }

  /** Opens a file, unzipped, with a character for each byte. */
  static Reader bytesAsText(Path path) throws IOException {
    return new InputStreamReader(unzipped(open(path)), StandardCharsets.ISO_8859_1);
  }

  private static Reader utf8(InputStream in) {
    return new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
  }

  private static InputStream unzipped(InputStream raw) throws IOException {
    BufferedInputStream in = new BufferedInputStream(raw, BUFFER);
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip ? new BufferedInputStream(new GunzipStream(in), BUFFER) : in;
  }

  /** Returns the first line of what an exception says, as the end of a sentence. */
  static String sentence(Exception e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    String line = message.lines().findFirst().orElse(message);
    return line.endsWith(".") ? line : line + ".";
  }
}
