package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The colours of tenants, as people with protanopia, deuteranopia and tritanopia see them: by the
 * matrices of Machado, Oliveira and Fernandes (2009), and by their distance in CIELAB.
 */
class ColoursTest {
  private static final int COLOURS = 6;

  /** Colours side by side differ clearly from about 10 on. */
  private static final double CLEAR = 20;

  private static final double[][][] SIGHTS = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {
      {0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}
    },
    {
      {0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}
    },
    {
      {1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}
    }
  };

  private static List<double[]> colours(int scheme, String name) throws IOException {
    String style =
        Files.readString(
            CliRun.ROOT.resolve("console/src/main/resources/dev/plimsoll/console/page/style.css"));
    List<String> found =
        Pattern.compile("--" + name + ": #([0-9a-f]{6})")
            .matcher(style)
            .results()
            .map((MatchResult m) -> m.group(1))
            .toList();
    int each = found.size() / 2;
    List<double[]> colours = new ArrayList<>();
    for (String hex : found.subList(scheme * each, (scheme + 1) * each)) {
      colours.add(
          Stream.of(0, 2, 4)
              .mapToDouble(i -> linear(Integer.parseInt(hex.substring(i, i + 2), 16) / 255.0))
              .toArray());
    }
    return colours;
  }

  private static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }

  private static double[] lab(double[] rgb, double[][] sight) {
    double[] seen = new double[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        seen[i] += sight[i][j] * rgb[j];
      }
      seen[i] = Math.min(1, Math.max(0, seen[i]));
    }
    double x = root((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.95047);
    double y = root(luminance(seen));
    double z = root((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.08883);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double root(double t) {
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
  }

  private static double luminance(double[] rgb) {
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  }

  private static double distance(double[] one, double[] other) {
    return Math.sqrt(
        Math.pow(one[0] - other[0], 2)
            + Math.pow(one[1] - other[1], 2)
            + Math.pow(one[2] - other[2], 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void colours_of_tenants_differ_for_every_eye_in_both_schemes(int scheme) throws IOException {
    List<double[]> colours = colours(scheme, "t[0-9]+");

    assertThat(colours).hasSize(COLOURS);
    for (double[][] sight : SIGHTS) {
      for (int i = 0; i < COLOURS; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(distance(lab(colours.get(i), sight), lab(colours.get(j), sight)))
              .as("t%d and t%d", i, j)
              .isGreaterThan(CLEAR);
        }
      }
    }
  }

  @Test
  void colours_of_tenants_are_seen_on_their_ground() throws IOException {
    for (int scheme : new int[] {0, 1}) {
      double ground = luminance(colours(scheme, "card").get(0));
      for (double[] colour : colours(scheme, "t[0-9]+")) {
        double own = luminance(colour);
        assertThat((Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05))
            .isGreaterThan(3);
      }
    }
  }
}
