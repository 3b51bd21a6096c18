# Homebrew formula: the archive that starts with Homebrew's Java.
class Plimsoll < Formula
  desc "Shows why GPU pods are denied or pending on Kubernetes"
  homepage "@URL@"
  url "@URL@/@PORTABLE@"
  version "@VERSION@"
  sha256 "@PORTABLE_SHA256@"
  license "Apache-2.0"

  depends_on "openjdk@17"

  def install
    libexec.install Dir["*"]
    ["plimsoll", "kubectl-plimsoll", "kubectl_complete-plimsoll"].each do |name|
      (bin/name).write_env_script libexec/"bin/plimsoll", JAVA_HOME: Formula["openjdk@17"].opt_prefix
    end
    bash_completion.install libexec/"completions/plimsoll.bash" => "plimsoll"
    fish_completion.install libexec/"completions/plimsoll.fish"
  end

  test do
    assert_match "Kubernetes", shell_output("#{bin}/plimsoll --version")
  end
end
