package dev.plimsoll.kube.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Unexamined;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DefectLogTest {
  private final List<String> lines = new ArrayList<>();
  private final DefectLog log = new DefectLog(new Lines());

  /** Keeps the messages. */
  private final class Lines implements System.Logger {
    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
      lines.add(message);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, Object @Nullable ... values) {
      lines.add(format);
    }
  }

  private static Unexamined pod(int number) {
    return Unexamined.of(
        new ObjectReference("Pod", "a", "p" + number, ""), new ArithmeticException("overflow"));
  }

  @Test
  void a_defect_is_logged_once_whatever_is_asked_in_between() {
    log.log(List.of(pod(1)));
    log.log(List.of(pod(2)));
    log.log(List.of());
    log.log(List.of(pod(1), pod(2)));

    assertThat(lines)
        .containsExactly(
            "not examined: pod/p1 in namespace a", "not examined: pod/p2 in namespace a");
  }

  @Test
  void of_more_defects_than_are_remembered_the_oldest_is_logged_again() {
    for (int i = 0; i <= DefectLog.MOST; i++) {
      log.log(List.of(pod(i)));
    }
    lines.clear();
    log.log(List.of(pod(DefectLog.MOST)));
    assertThat(lines).isEmpty();

    log.log(List.of(pod(0)));
    assertThat(lines).containsExactly("not examined: pod/p0 in namespace a");
  }
}
