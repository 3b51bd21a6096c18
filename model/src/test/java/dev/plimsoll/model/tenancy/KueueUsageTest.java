package dev.plimsoll.model.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Compares accounts with the cases of Kueue's admission fair sharing, for a half-life of a week and
 * a sample every 5 minutes. docs/divide.md says which rules differ.
 */
class KueueUsageTest {
  private static final Duration SAMPLE = Duration.ofMinutes(5);
  private static final double HOURS = 5 / 60.0;
  private static final int SAMPLES_PER_HALF_LIFE = 2016;

  /** Returns the account after so many samples with the same usage. */
  private static ContendedUsage account(long used, int samples) {
    ContendedUsage account = ContendedUsage.NONE;
    for (int i = 0; i < samples; i++) {
      account = account.later(SAMPLE, DivisionHistory.DEFAULT).with(HOURS, used, 0, Instant.EPOCH);
    }
    return account;
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/division/kueue-decayed-usage.csv", numLinesToSkip = 1)
  void usage_approaches_its_limit_on_the_same_curve(long used, int halfLives, double decayed) {
    double left = Math.pow(0.5, 1.0 / SAMPLES_PER_HALF_LIFE);
    double limitOfOneUnit = HOURS / (1 - left);

    assertThat(account(used, halfLives * SAMPLES_PER_HALF_LIFE).had() / limitOfOneUnit)
        .isCloseTo(decayed, within(0.001));
  }

  @Test
  void each_sample_counts_though_it_is_small() {
    assertThat(account(1, 1).had()).isPositive().isLessThan(account(1, 2).had());
    assertThat(account(1, 2).had()).isLessThan(account(1, 3).had());
  }

  @Test
  void large_usage_stays_positive_and_finite() {
    assertThat(account(64L << 40, 3).had()).isPositive().isFinite();
  }
}
