package dev.plimsoll.extender.journal;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;

/**
 * A journal on disk, a line of JSON for each decision. A file that has grown to its size is renamed
 * to its name with {@code .1}, that one to {@code .2}, and so on; the last is deleted. Whoever
 * starts to write, and each new file, begins with a line that names the format and the version. For
 * one thread at a time.
 */
final class JournalFile implements AutoCloseable {
  static final String FORMAT = "plimsoll.dev/decisions/v1";

  private final Path path;
  private final long mostBytes;
  private final int files;
  private final byte[] heading;
  private final Opener opener;
  private SeekableByteChannel channel;

  /** Opens a file to read and to write, and creates it if it isn't there. */
  interface Opener {
    SeekableByteChannel open(Path path) throws IOException;
  }

  private JournalFile(Path path, JournalSettings settings, byte[] heading, Opener opener)
      throws IOException {
    this.path = path;
    this.opener = opener;
    this.mostBytes = settings.fileBytes();
    this.files = settings.files();
    this.heading = heading;
    this.channel = open();
  }

  /**
   * Opens a journal, and continues an existing one.
   *
   * @throws InputException if it can't be written
   */
  static JournalFile open(Path path, JournalSettings settings, String version) {
    return open(
        path,
        settings,
        version,
        p ->
            Files.newByteChannel(
                p, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  static JournalFile open(Path path, JournalSettings settings, String version, Opener opener) {
    JsonObject heading = new JsonObject();
    heading.addProperty("journal", FORMAT);
    heading.addProperty("version", version);
    try {
      return new JournalFile(path, settings, line(heading), opener);
    } catch (IOException e) {
      throw new InputException(
          "cannot write the journal " + path + ": " + reason(e) + "; check journal.file");
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof NoSuchFileException
        ? "its directory does not exist"
        : failure.getClass().getSimpleName();
  }

  private static byte[] line(String before, byte[] line) {
    return (before + new String(line, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] line(JsonObject json) {
    return (json + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private SeekableByteChannel open() throws IOException {
    SeekableByteChannel opened = opener.open(path);
    try {
      boolean isCut = opened.size() > 0 && !endsWithLine(opened);
      opened.position(opened.size());
      write(opened, isCut ? line("\n", heading) : heading);
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  private static boolean endsWithLine(SeekableByteChannel channel) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return channel.position(channel.size() - 1).read(last) == 1 && last.get(0) == '\n';
  }

  /** Writes all or nothing: a part that a full disk took is cut off again. */
  private static void write(SeekableByteChannel channel, byte[] bytes) throws IOException {
    long begin = channel.position();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      while (buffer.hasRemaining()) {
        int unused = channel.write(buffer);
      }
    } catch (IOException e) {
      channel.truncate(begin).position(begin);
      throw e;
    }
  }

  /**
   * Appends decisions.
   *
   * @param whole told of each decision once it is written whole; the others are to be given again
   */
  void append(List<JournalEntry> entries, Consumer<JournalEntry> whole) throws IOException {
    if (!channel.isOpen()) {
      channel = open();
    }
    for (JournalEntry entry : entries) {
      if (channel.position() >= mostBytes) {
        rotate();
      }
      write(channel, line(JournalJson.write(entry)));
      whole.accept(entry);
    }
  }

  private void rotate() throws IOException {
    channel.close();
    for (int i = files - 1; i > 0; i--) {
      Path older = i == 1 ? path : numbered(i - 1);
      if (Files.exists(older)) {
        Files.move(older, numbered(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (files == 1) {
      Files.delete(path);
    }
    channel = open();
  }

  private Path numbered(int number) {
    return path.resolveSibling(path.getFileName() + "." + number);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
