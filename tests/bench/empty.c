/* What any program costs that starts and ends. */
int main(void)
{
    return 0;
}
