package dev.plimsoll.extender.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.accounting.ReservationCheck;
import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalFileTest {
  private static final HoldCheck FULL =
      new QuotaCheck(
          "gpus",
          DecisionJournalTest.gpus(1),
          DecisionJournalTest.gpus(8),
          DecisionJournalTest.gpus(8));

  @TempDir Path folder = Path.of("");
  private Path path = Path.of("");
  private final DecisionJournal journal = DecisionJournalTest.journal(100_000);

  @BeforeEach
  void name() {
    path = folder.resolve("decisions.jsonl");
  }

  private JournalSettings settings(int files) {
    return settings(files, 4096);
  }

  private JournalSettings settings(int files, int bytes) {
    return new JournalSettings(100_000, Optional.of(path), bytes, files);
  }

  private void decide(int count) {
    for (int i = 0; i < count; i++) {
      journal.add(
          "filter",
          "quota",
          DecisionJournalTest.decided("pod-" + i, List.of(FULL))
              .afterHold(Optional.of(Duration.ofNanos(i)).filter(d -> !d.isZero())),
          Grounds.Checks::new,
          Duration.ofNanos(123_456));
    }
  }

  private JournalReplay.Result replay() {
    return JournalReplay.of(List.of(path));
  }

  @Test
  void what_is_written_is_decided_again_as_it_was() {
    JournalWriter writer = JournalWriter.start(journal, settings(2), "one");
    decide(3);
    writer.close();

    assertThat(replay())
        .isEqualTo(new JournalReplay.Result(3, 3, 0, 0, Map.of(), Optional.empty()));
    assertThat(writer.dropped()).isZero();
  }

  @Test
  void what_was_rejected_since_all_nodes_are_reserved_is_decided_again() {
    JournalWriter writer = JournalWriter.start(journal, settings(2), "one");
    decide("reserved", new ReservationCheck(3, 3));
    decide("resources", new ReservationCheck(3, 2));
    decide("passed", new ReservationCheck(3, 2));
    writer.close();
    assertThat(replay())
        .isEqualTo(new JournalReplay.Result(3, 3, 0, 0, Map.of(), Optional.empty()));

    JournalWriter wrong = JournalWriter.start(journal, settings(2), "one");
    decide("reserved", new ReservationCheck(3, 2));
    wrong.close();
    assertThat(replay().differences()).isEqualTo(1);
  }

  private void decide(String reason, HoldCheck check) {
    journal.add(
        "filter",
        reason,
        DecisionJournalTest.decided("pod", List.of(check)),
        Grounds.Checks::new,
        Duration.ofNanos(123_456));
  }

  @Test
  void a_journal_is_read_as_it_was_written() throws IOException {
    decide(1);
    try (JournalFile file = JournalFile.open(path, settings(2), "one")) {
      file.append(journal.after(0), e -> {});
    }
    List<JournalEntry> read = new ArrayList<>();

    JournalReader.read(path, (line, entry) -> read.add(entry));

    assertThat(read).isEqualTo(journal.after(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 60, 130, 700, 701, 702, 1000, 1500})
  void after_a_full_disk_each_decision_is_there_once_and_whole(int free) throws IOException {
    FullDisk disk = new FullDisk();
    decide(10);
    List<JournalEntry> wanted = journal.after(0);
    List<JournalEntry> written = new ArrayList<>();
    try (JournalFile file = JournalFile.open(path, settings(1, 1 << 20), "one", disk::open)) {
      disk.free = free;
      assertThatThrownBy(() -> file.append(wanted, written::add)).isInstanceOf(IOException.class);
      disk.free = Math.min(50, free);
      assertThatThrownBy(() -> file.append(rest(wanted, written), written::add))
          .isInstanceOf(IOException.class);
      assertThat(Files.readString(path)).endsWith("}\n");

      disk.free = Integer.MAX_VALUE;
      file.append(rest(wanted, written), written::add);
    }
    List<JournalEntry> read = new ArrayList<>();

    assertThat(JournalReader.read(path, (line, entry) -> read.add(entry))).isZero();
    assertThat(read).isEqualTo(wanted).isEqualTo(written);
  }

  private static List<JournalEntry> rest(List<JournalEntry> wanted, List<JournalEntry> written) {
    return wanted.subList(written.size(), wanted.size());
  }

  /** Takes as many bytes as are free, of a write that needs more as well. */
  private static final class FullDisk {
    private int free = Integer.MAX_VALUE;

    SeekableByteChannel open(Path path) throws IOException {
      SeekableByteChannel file =
          Files.newByteChannel(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      return new SeekableByteChannel() {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
          if (free == 0) {
            throw new IOException("No space left on device");
          }
          ByteBuffer some = bytes.slice().limit(Math.min(free, bytes.remaining()));
          int count = file.write(some);
          bytes.position(bytes.position() + count);
          free -= count;
          return count;
        }

        @Override
        public int read(ByteBuffer bytes) throws IOException {
          return file.read(bytes);
        }

        @Override
        public long position() throws IOException {
          return file.position();
        }

        @Override
        public SeekableByteChannel position(long to) throws IOException {
          file.position(to);
          return this;
        }

        @Override
        public long size() throws IOException {
          return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long to) throws IOException {
          file.truncate(to);
          return this;
        }

        @Override
        public boolean isOpen() {
          return file.isOpen();
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }
  }

  @Test
  void the_first_decision_that_would_be_another_is_told() throws IOException {
    decide(3);
    try (JournalFile file = JournalFile.open(path, settings(2), "one")) {
      file.append(journal.after(0), e -> {});
    }
    List<String> lines = Files.readAllLines(path);
    lines.set(
        2,
        lines
            .get(2)
            .replace(
                "\"used\":{\"requests.nvidia.com/gpu\":\"8\"",
                "\"used\":{\"requests.nvidia.com/gpu\":\"7\""));
    Files.write(path, lines);

    JournalReplay.Result result = replay();

    assertThat(result.differences()).isEqualTo(1);
    assertThat(result.first().orElseThrow().line()).isEqualTo(3);
    assertThat(result.first().orElseThrow().entry().decided().pod()).isEqualTo("pod-1");
    assertThat(result.first().orElseThrow().now()).isEqualTo("not held");
  }

  @Test
  void files_are_rotated_and_bounded() throws IOException {
    decide(200);
    try (JournalFile file = JournalFile.open(path, settings(3), "one")) {
      file.append(journal.after(0), e -> {});
    }

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("decisions.jsonl", "decisions.jsonl.1", "decisions.jsonl.2");
    }
    assertThat(Files.size(folder.resolve("decisions.jsonl.1"))).isBetween(4096L, 5000L);
    List<Path> all =
        List.of(folder.resolve("decisions.jsonl.2"), folder.resolve("decisions.jsonl.1"), path);
    assertThat(JournalReplay.of(all).differences()).isZero();
    assertThat(JournalReplay.of(all).decisions()).isBetween(15L, 40L);
  }

  @Test
  void a_line_that_a_crash_cut_off_is_counted_and_the_journal_goes_on() throws IOException {
    decide(2);
    try (JournalFile file = JournalFile.open(path, settings(2), "one")) {
      file.append(journal.after(0), e -> {});
    }
    Files.writeString(path, "{\"number\":3,\"ti", StandardOpenOption.APPEND);
    try (JournalFile file = JournalFile.open(path, settings(2), "two")) {
      file.append(journal.after(1), e -> {});
    }

    assertThat(replay())
        .isEqualTo(new JournalReplay.Result(3, 3, 0, 1, Map.of(), Optional.empty()));
  }

  @Test
  void decisions_that_memory_has_forgotten_are_counted_as_dropped() {
    DecisionJournal small = DecisionJournalTest.journal(2);
    JournalWriter writer = JournalWriter.start(small, settings(2), "one");
    for (int i = 0; i < 5; i++) {
      small.add(
          "filter",
          "quota",
          DecisionJournalTest.decided("pod", List.of(FULL)),
          Grounds.Checks::new,
          Duration.ZERO);
    }
    writer.close();

    assertThat(writer.dropped() + replay().decisions()).isEqualTo(5);
  }

  @Test
  void what_cannot_be_written_or_is_no_journal_is_said_in_a_sentence() throws IOException {
    Path elsewhere = folder.resolve("none/decisions.jsonl");
    Path other = Files.writeString(folder.resolve("other"), "{\"journal\":\"other/v9\"}\n");
    Path none = Files.writeString(folder.resolve("none.json"), "{}\n");

    assertThatThrownBy(() -> JournalFile.open(elsewhere, settings(2), "one"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("its directory does not exist; check journal.file");
    assertThatThrownBy(() -> JournalReplay.of(List.of(other)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 1: the journal is in the format \"other/v9\"; this version");
    assertThatThrownBy(() -> JournalReplay.of(List.of(none)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is not a journal of decisions");
    assertThatThrownBy(() -> JournalReplay.of(List.of(elsewhere)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("does not exist");
  }
}
