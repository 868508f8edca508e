@echo off
rem The command line of the installed app: the app's own program, without a window.
"%~dp0..\..\Sigma Shell.exe" --cli %*
